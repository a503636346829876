create index notifications_of_update on notifications (update_id) where update_id is not null;
create index notifications_of_group on notifications (group_id) where group_id is not null;
create index reminders_of_prayer on reminders (prayer_request_id) where prayer_request_id is not null;
create index reminders_of_list on reminders (prayer_list_id) where prayer_list_id is not null;

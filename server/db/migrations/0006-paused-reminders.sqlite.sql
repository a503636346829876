alter table reminders add column is_paused boolean not null default false;
alter table reminders add column weekdays text;

alter table classification_examples add column is_by_moderator boolean not null default false;
alter table reminders add column time_zone text;
alter table reminders add column local_time text;
create index classification_examples_taught on classification_examples (is_by_moderator, taught_at desc);
update classification_examples set is_by_moderator = true where exists (
  select 1 from audit_log
  where audit_log.target_id = classification_examples.prayer_request_id::text and audit_log.action = 'classifications.change_links');
update categories set prayer_count = prayer_count - (
  select count(*) from prayer_categories as link join prayers on prayers.id = link.prayer_request_id
  where link.category_id = categories.id and link.is_machine_generated and link.confidence < 0.5
    and prayers.publication = 'published' and prayers.visibility = 'public' and prayers.status != 'archived');
delete from prayer_categories where is_machine_generated and confidence < 0.5;

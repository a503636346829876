alter table users add column care_number text;
create table care_case_entries_with_more_acts (
  id text primary key, prayer_request_id text not null references care_cases on delete cascade,
  act text not null check (act in ('message', 'reply', 'note', 'opened', 'found_again', 'told', 'taken', 'offered', 'handed_over', 'unanswered', 'published', 'kept', 'closed', 'reopened')),
  user_id text references users on delete set null, to_user_id text references users on delete set null,
  content text, created_at text not null, read_at text);
insert into care_case_entries_with_more_acts select id, prayer_request_id, act, user_id, to_user_id, content, created_at, read_at from care_case_entries;
drop table care_case_entries;
alter table care_case_entries_with_more_acts rename to care_case_entries;
create index care_case_entries_of_case on care_case_entries (prayer_request_id, created_at, id);
create index care_case_entries_with_words on care_case_entries (prayer_request_id) where content is not null;
create index care_case_entries_of_user on care_case_entries (user_id) where user_id is not null;
create index care_case_entries_to_user on care_case_entries (to_user_id) where to_user_id is not null;

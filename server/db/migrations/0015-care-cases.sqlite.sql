create table care_cases (
  prayer_request_id text primary key references prayers on delete cascade,
  by_words boolean not null default 0, by_report boolean not null default 0, by_referral boolean not null default 0,
  opened_at text not null, offered_to text references users on delete set null,
  closed_at text, closed_by text references users on delete set null,
  outcome text check (outcome in ('with_them', 'no_danger', 'no_answer', 'other')), look_again_on text);
create index care_cases_open on care_cases (opened_at) where closed_at is null;
create index care_cases_closed on care_cases (closed_at) where closed_at is not null;
create index care_cases_to_look_again on care_cases (look_again_on) where look_again_on is not null;
create index care_cases_offered on care_cases (offered_to) where offered_to is not null;
create index care_cases_of_closer on care_cases (closed_by) where closed_by is not null;
create table care_case_entries (
  id text primary key, prayer_request_id text not null references care_cases on delete cascade,
  act text not null check (act in ('message', 'reply', 'note', 'opened', 'found_again', 'told', 'taken', 'offered', 'handed_over', 'closed', 'reopened')),
  user_id text references users on delete set null, to_user_id text references users on delete set null,
  content text, created_at text not null, read_at text);
create index care_case_entries_of_case on care_case_entries (prayer_request_id, created_at, id);
create index care_case_entries_with_words on care_case_entries (prayer_request_id) where content is not null;
create index care_case_entries_of_user on care_case_entries (user_id) where user_id is not null;
create index care_case_entries_to_user on care_case_entries (to_user_id) where to_user_id is not null;
update prayers set acknowledged_at = kept_at, acknowledged_by = (select decided_by from decisions
    where decisions.prayer_request_id = prayers.id and decision = 'kept_held' and undone_at is null
    order by decided_at desc limit 1)
  where publication = 'held' and held_reason = 'crisis' and kept_at is not null and acknowledged_at is null;
insert into care_cases (prayer_request_id, by_words, by_report, by_referral, opened_at)
  select id, is_held, reported_at is not null, referred_at is not null, coalesce(case when is_held then held_at end, reported_at, referred_at, created_at)
  from (select prayers.id, prayers.created_at, prayers.held_at, prayers.acknowledged_at,
      coalesce(publication = 'held' and held_reason = 'crisis', 0) as is_held,
      (select min(reports.created_at) from reports left join prayer_updates on prayer_updates.id = reports.update_id
        where coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id) = prayers.id
        and report_type = 'danger_to_self' and reports.status in ('open', 'in_review')) as reported_at,
      (select max(decided_at) from decisions where decisions.prayer_request_id = prayers.id
        and decision = 'referred_to_care' and undone_at is null) as referred_at
    from prayers where visibility <> 'private' and publication <> 'deleted'
      and (held_reason = 'crisis'
        or prayers.id in (select prayer_request_id from decisions where decision = 'referred_to_care' and undone_at is null)
        or prayers.id in (select coalesce(reports.prayer_request_id, prayer_updates.prayer_request_id) from reports
          left join prayer_updates on prayer_updates.id = reports.update_id
          where report_type = 'danger_to_self' and reports.status in ('open', 'in_review')))) as found
  where is_held or reported_at is not null or (referred_at is not null and acknowledged_at is null);
insert into care_case_entries (id, prayer_request_id, act, created_at)
  select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89AB', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), prayer_request_id, 'opened', opened_at from care_cases;
insert into care_case_entries (id, prayer_request_id, act, user_id, created_at)
  select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89AB', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), care_cases.prayer_request_id, 'taken', acknowledged_by, acknowledged_at
  from care_cases join prayers on prayers.id = care_cases.prayer_request_id where acknowledged_at is not null;

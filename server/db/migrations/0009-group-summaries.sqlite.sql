alter table groups add column summary_rhythm text not null default 'off' check (summary_rhythm in ('off', 'daily', 'weekly'));
alter table groups add column summary_weekday integer not null default 7;
alter table groups add column summary_hour integer not null default 7;
alter table groups add column summary_at text;
alter table groups add column summary_since text;
alter table groups add column summary_until text;
create index groups_summary on groups (summary_at) where summary_at is not null;
alter table memberships add column gets_summary boolean not null default 1;
alter table memberships add column summary_mail_at text;
create index memberships_summary on memberships (summary_mail_at) where summary_mail_at is not null;
create table group_readers (
  id text primary key, group_id text not null references groups on delete cascade, email text not null, address_hash text not null,
  language text not null check (language in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt')),
  added_by text references users on delete set null, created_at text not null, ask_at text, confirmed_at text, refused_at text,
  summary_mail_at text, unique (group_id, address_hash));
create index group_readers_of_email on group_readers (email);
create index group_readers_of_adder on group_readers (added_by) where added_by is not null;
create index group_readers_to_ask on group_readers (ask_at) where ask_at is not null;
create index group_readers_summary on group_readers (summary_mail_at) where summary_mail_at is not null;
create index group_readers_unconfirmed on group_readers (created_at) where confirmed_at is null;
create table group_reader_asks (
  group_id text not null, address_hash text not null, asked_at text not null,
  primary key (group_id, address_hash));
create index group_reader_asks_of_address on group_reader_asks (address_hash, asked_at);

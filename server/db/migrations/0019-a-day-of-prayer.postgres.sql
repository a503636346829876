alter table preferences add column today jsonb not null default '{}';
alter table preferences add column today_made_for text;
alter table preferences add column takes_lines boolean not null default true;
alter table preferences add column paused_until timestamptz(3);
alter table prayers add column line_of uuid references prayers on delete cascade;
alter table prayers add column phrase text;
alter table prayers add column takes_lines boolean not null default true;
alter table prayers add column in_summary boolean not null default true;
create unique index prayers_lines on prayers (line_of, author_id) where line_of is not null;
alter table groups add column summary_has_words boolean not null default false;
create table today_prayers (
  user_id uuid not null references users on delete cascade,
  prayer_request_id uuid not null references prayers on delete cascade,
  position integer not null,
  reason text not null check (reason in ('day', 'list', 'following', 'group', 'waiting')),
  prayer_list_id uuid references prayer_lists on delete set null,
  prayed_at timestamptz(3),
  primary key (user_id, prayer_request_id)
);
create index today_prayers_of_prayer on today_prayers (prayer_request_id);
create index today_prayers_of_list on today_prayers (prayer_list_id) where prayer_list_id is not null;
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  secret_hash text not null unique,
  created_at timestamptz(3) not null
);

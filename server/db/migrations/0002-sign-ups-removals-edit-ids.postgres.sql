create table sign_ups (
  user_id uuid primary key references users on delete cascade, id uuid not null, password_hash text not null,
  display_name text not null, secret_hash text, created_at timestamptz(3) not null);
create index sign_ups_old on sign_ups (created_at);
create index sessions_of_address on sessions (address_hash, user_id);
create table group_removals (
  group_id uuid not null references groups on delete cascade, user_id uuid not null references users on delete cascade,
  removed_at timestamptz(3) not null, primary key (group_id, user_id));
create index group_removals_of_user on group_removals (user_id);
update prayer_edits set id = gen_random_uuid();

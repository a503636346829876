create table sign_ups (
  user_id text primary key references users on delete cascade, id text not null, password_hash text not null,
  display_name text not null, secret_hash text, created_at text not null);
create index sign_ups_old on sign_ups (created_at);
create index sessions_of_address on sessions (address_hash, user_id);
create table group_removals (
  group_id text not null references groups on delete cascade, user_id text not null references users on delete cascade,
  removed_at text not null, primary key (group_id, user_id));
create index group_removals_of_user on group_removals (user_id);
update prayer_edits set id = lower(
  substr(hex(randomblob(4)), 1, 8) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89AB', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));

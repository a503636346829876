create table push_devices (
  id uuid primary key, user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique, p256dh text not null, auth text not null, is_discreet boolean not null default false,
  created_at timestamptz(3) not null, seen_at timestamptz(3) not null, sent_at timestamptz(3), failed_at timestamptz(3),
  failure text);
create index push_devices_of_user on push_devices (user_id);
create index push_devices_of_session on push_devices (session_id);
create table push_messages (
  id uuid primary key, device_id uuid not null references push_devices on delete cascade, topic text not null,
  notification_id uuid references notifications on delete cascade, due_at timestamptz(3) not null,
  tries integer not null default 0, unique (device_id, topic));
create index push_messages_due on push_messages (due_at);
create index push_messages_of_notification on push_messages (notification_id);

create table sign_in_codes (
  ticket_hash text primary key, user_id uuid not null references users on delete cascade,
  tries integer not null default 0, expires_at timestamptz(3) not null);
create index sign_in_codes_of_user on sign_in_codes (user_id);
create index sign_in_codes_old on sign_in_codes (expires_at);

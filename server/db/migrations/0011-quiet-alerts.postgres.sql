create table quiet_alerts (
  text_id uuid primary key, prayer_request_id uuid not null references prayers on delete cascade,
  found_at timestamptz(3) not null, seen_at timestamptz(3));
create index quiet_alerts_of_prayer on quiet_alerts (prayer_request_id);
create index quiet_alerts_waiting on quiet_alerts (found_at) where seen_at is null;

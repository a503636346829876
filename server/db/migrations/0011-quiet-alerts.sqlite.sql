create table quiet_alerts (
  text_id text primary key, prayer_request_id text not null references prayers on delete cascade,
  found_at text not null, seen_at text);
create index quiet_alerts_of_prayer on quiet_alerts (prayer_request_id);
create index quiet_alerts_waiting on quiet_alerts (found_at) where seen_at is null;

alter table preferences add column notices json not null default '{}';
alter table preferences add column notice_hour integer not null default 7;
alter table preferences add column time_zone text;
alter table preferences add column quiet_from integer default 22;
alter table preferences add column quiet_to integer default 7;
alter table preferences add column refused_address_hash text;
alter table notifications add column mail_at text;
create index notifications_to_mail on notifications (mail_at, user_id) where mail_at is not null;

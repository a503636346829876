alter table prayers add column alert_model text;
alter table prayers add column alert_cleared_at text;

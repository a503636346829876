alter table prayers add column alert_model text, add column alert_cleared_at timestamptz(3);

create index decisions_referred on decisions (prayer_request_id, decided_at) where decision = 'referred_to_care' and undone_at is null;

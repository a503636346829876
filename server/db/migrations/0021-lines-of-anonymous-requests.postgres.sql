update prayers set takes_lines = false
where is_anonymous and author_id in (select user_id from preferences where not takes_lines);

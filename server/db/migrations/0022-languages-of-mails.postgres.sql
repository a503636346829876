alter table users add column mail_language text check (mail_language in ('en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt'));

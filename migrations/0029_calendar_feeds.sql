-- The address of a calendar feed carries a token of its own kind: it opens the feed and nothing else. One for each person.
ALTER TABLE access_tokens ADD COLUMN purpose text NOT NULL DEFAULT 'api' CHECK (purpose IN ('api', 'calendar'));
ALTER TABLE access_tokens ALTER COLUMN purpose DROP DEFAULT;
CREATE UNIQUE INDEX access_tokens_one_calendar ON access_tokens (user_id) WHERE purpose = 'calendar';

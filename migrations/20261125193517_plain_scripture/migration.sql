-- Stems of English without stop words: a phrase such as "here I am" consists of nothing else.
CREATE TEXT SEARCH DICTIONARY "every_word_stem" (TEMPLATE = snowball, LANGUAGE = english);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION "every_word" (COPY = english);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION "every_word" ALTER MAPPING REPLACE english_stem WITH "every_word_stem";--> statement-breakpoint
-- What was loaded has no plain form; the start that follows loads it again.
TRUNCATE "scripture_verses", "scripture_loads";--> statement-breakpoint
ALTER TABLE "scripture_verses" ADD COLUMN "plain" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scripture_verses" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "scripture_verses" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (to_tsvector('every_word', plain)) STORED;--> statement-breakpoint
CREATE INDEX "scripture_verses_words" ON "scripture_verses" USING gin ("words");
ALTER TABLE "scheduled_answers" ADD COLUMN "sender" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_filtered" ON "messages" ("client_id","batch_id") WHERE error_code = '30007';--> statement-breakpoint
CREATE INDEX "people_gone" ON "people" ("client_id","id") WHERE deleted_at is not null;
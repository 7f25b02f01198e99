ALTER TABLE "messages" ADD COLUMN "arrived_mail_id" uuid;--> statement-breakpoint
CREATE INDEX "messages_emails_to" ON "messages" ("client_id","recipient","id") WHERE channel = 'email';--> statement-breakpoint
CREATE INDEX "messages_emails_from" ON "messages" ("client_id","sender","id") WHERE channel = 'email';
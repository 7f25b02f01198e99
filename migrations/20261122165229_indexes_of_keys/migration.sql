CREATE INDEX "invoices_of_subscription" ON "invoices" ("client_id","subscription_id");--> statement-breakpoint
CREATE INDEX "prices_product" ON "prices" ("product_id");--> statement-breakpoint
CREATE INDEX "subscriptions_next_price" ON "subscriptions" ("next_price_id");--> statement-breakpoint
CREATE INDEX "support_entries_user" ON "support_entries" ("user_id");--> statement-breakpoint
CREATE INDEX "macro_runs_of" ON "macro_runs" ("client_id","conversation_id");--> statement-breakpoint
CREATE INDEX "email_events_recipient" ON "email_events" ("client_id","recipient_id");--> statement-breakpoint
CREATE INDEX "email_recipients_id" ON "email_recipients" ("id");--> statement-breakpoint
CREATE INDEX "files_id" ON "files" ("id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_user" ON "auth"."passkey_challenges" ("user_id");--> statement-breakpoint
CREATE INDEX "message_files_of_file" ON "message_files" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "imports_of_file" ON "imports" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "person_merges_of_gone" ON "person_merges" ("client_id","gone_id");--> statement-breakpoint
CREATE INDEX "sms_keyword_uses_of" ON "sms_keyword_uses" ("client_id","keyword_id");--> statement-breakpoint
CREATE INDEX "call_recordings_of_file" ON "call_recordings" ("client_id","file_id");
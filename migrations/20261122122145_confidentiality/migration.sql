ALTER TABLE "audit_log" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "conversation_drafts" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "conversation_openings" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "needs" text GENERATED ALWAYS AS (case when confidential then 'pastoral' end) STORED;--> statement-breakpoint
ALTER TABLE "scheduled_answers" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "form_partials" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "needs" text GENERATED ALWAYS AS (case privacy when 'team' then null else privacy end) STORED;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "needs" text GENERATED ALWAYS AS (nullif(handling ->> 'privacy', 'team')) STORED;--> statement-breakpoint
ALTER TABLE "message_files" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "needs" text GENERATED ALWAYS AS (case when confidential then 'pastoral' end) STORED;--> statement-breakpoint
ALTER TABLE "person_field_values" ADD COLUMN "needs" text;--> statement-breakpoint
ALTER TABLE "person_fields" ADD COLUMN "needs" text GENERATED ALWAYS AS (case when is_private then 'pastoral' end) STORED;--> statement-breakpoint
ALTER TABLE "merge_steps" ADD COLUMN "needs" text GENERATED ALWAYS AS ('pastoral') STORED;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "needs" text GENERATED ALWAYS AS (case visibility when 'pastoral' then 'pastoral' end) STORED;--> statement-breakpoint
CREATE POLICY "audit_log_readable" ON "audit_log" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "audit_log_changeable" ON "audit_log" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_log_deletable" ON "audit_log" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversation_drafts_readable" ON "conversation_drafts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversation_drafts_changeable" ON "conversation_drafts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_drafts_deletable" ON "conversation_drafts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversation_items_readable" ON "conversation_items" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversation_items_changeable" ON "conversation_items" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_items_deletable" ON "conversation_items" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversation_openings_readable" ON "conversation_openings" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversation_openings_changeable" ON "conversation_openings" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_openings_deletable" ON "conversation_openings" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversations_readable" ON "conversations" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "conversations_changeable" ON "conversations" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversations_deletable" ON "conversations" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "scheduled_answers_readable" ON "scheduled_answers" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "scheduled_answers_changeable" ON "scheduled_answers" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "scheduled_answers_deletable" ON "scheduled_answers" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "form_partials_readable" ON "form_partials" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "form_partials_changeable" ON "form_partials" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_partials_deletable" ON "form_partials" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "form_submissions_readable" ON "form_submissions" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "form_submissions_changeable" ON "form_submissions" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_submissions_deletable" ON "form_submissions" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "message_files_readable" ON "message_files" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "message_files_changeable" ON "message_files" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "message_files_deletable" ON "message_files" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "messages_readable" ON "messages" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "messages_changeable" ON "messages" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "messages_deletable" ON "messages" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "person_field_values_readable" ON "person_field_values" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "person_field_values_changeable" ON "person_field_values" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_field_values_deletable" ON "person_field_values" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "merge_steps_readable" ON "merge_steps" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "merge_steps_changeable" ON "merge_steps" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "merge_steps_deletable" ON "merge_steps" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "notes_readable" ON "notes" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "notes_changeable" ON "notes" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "notes_deletable" ON "notes" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
UPDATE "conversation_items" c SET "needs" = p."needs" FROM "conversations" p WHERE p."client_id" = c."client_id" AND p."id" = c."conversation_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "conversation_drafts" c SET "needs" = p."needs" FROM "conversations" p WHERE p."client_id" = c."client_id" AND p."id" = c."conversation_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "conversation_openings" c SET "needs" = p."needs" FROM "conversations" p WHERE p."client_id" = c."client_id" AND p."id" = c."conversation_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "scheduled_answers" c SET "needs" = p."needs" FROM "conversations" p WHERE p."client_id" = c."client_id" AND p."id" = c."conversation_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "message_files" c SET "needs" = p."needs" FROM "messages" p WHERE p."client_id" = c."client_id" AND p."id" = c."message_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "form_partials" c SET "needs" = p."needs" FROM "forms" p WHERE p."client_id" = c."client_id" AND p."id" = c."form_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "person_field_values" c SET "needs" = p."needs" FROM "person_fields" p WHERE p."client_id" = c."client_id" AND p."id" = c."field_id" AND p."needs" IS NOT NULL;--> statement-breakpoint
UPDATE "audit_log" l SET "needs" = r."needs" FROM (
  SELECT 'notes' AS "table_name", "client_id", "id", "needs" FROM "notes" UNION ALL
  SELECT 'conversations', "client_id", "id", "needs" FROM "conversations" UNION ALL
  SELECT 'conversation_items', "client_id", "id", "needs" FROM "conversation_items" UNION ALL
  SELECT 'conversation_openings', "client_id", "id", "needs" FROM "conversation_openings" UNION ALL
  SELECT 'scheduled_answers', "client_id", "id", "needs" FROM "scheduled_answers" UNION ALL
  SELECT 'messages', "client_id", "id", "needs" FROM "messages" UNION ALL
  SELECT 'message_files', "client_id", "id", "needs" FROM "message_files" UNION ALL
  SELECT 'form_submissions', "client_id", "id", "needs" FROM "form_submissions" UNION ALL
  SELECT 'form_partials', "client_id", "id", "needs" FROM "form_partials" UNION ALL
  SELECT 'person_field_values', "client_id", "id", "needs" FROM "person_field_values" UNION ALL
  SELECT 'merge_steps', "client_id", "id", "needs" FROM "merge_steps"
) r WHERE r."needs" IS NOT NULL AND l."table_name" = r."table_name" AND l."client_id" = r."client_id" AND l."row_id" = r."id";

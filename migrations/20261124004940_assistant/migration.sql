CREATE TABLE "assistant_automations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"trigger" text NOT NULL,
	"scope" text DEFAULT 'always' NOT NULL,
	"mode" text DEFAULT 'autopilot' NOT NULL,
	"intents" text[] DEFAULT '{}'::text[] NOT NULL,
	"template_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	CONSTRAINT "assistant_automations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_automations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_questions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"body" text NOT NULL,
	"same_as" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"source_id" uuid,
	"needs" text,
	CONSTRAINT "assistant_questions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_questions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"enabled_by" uuid,
	"enabled_at" timestamp with time zone,
	"auto_respond" boolean DEFAULT true NOT NULL,
	"escalate_complex" boolean DEFAULT true NOT NULL,
	"threshold" smallint DEFAULT 75 NOT NULL,
	"below_threshold" text DEFAULT 'handoff' NOT NULL,
	"doctrine" text DEFAULT 'documents' NOT NULL,
	"max_turns" smallint DEFAULT 25 NOT NULL,
	"wait_seconds" smallint DEFAULT 2 NOT NULL,
	"use_model" boolean DEFAULT false NOT NULL,
	"ask_rating" boolean DEFAULT true NOT NULL,
	"draft" jsonb,
	"draft_state" text DEFAULT 'none' NOT NULL,
	"draft_results" jsonb DEFAULT '[]' NOT NULL,
	"draft_by" uuid,
	CONSTRAINT "assistant_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_templates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "assistant_templates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_threads" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"handler" text DEFAULT 'assistant' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"intent" text DEFAULT 'other' NOT NULL,
	"confidence" double precision,
	"taken_by" uuid,
	"taken_at" timestamp with time zone,
	"escalated_at" timestamp with time zone,
	"since_item_id" uuid,
	"introduced" boolean DEFAULT false NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"failed_turns" integer DEFAULT 0 NOT NULL,
	"last_answer_at" timestamp with time zone,
	"rating_asked_at" timestamp with time zone,
	"rating" smallint,
	"needs" text,
	CONSTRAINT "assistant_threads_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_threads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistant_turns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"question" text NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"body" text DEFAULT '' NOT NULL,
	"intent" text DEFAULT 'other' NOT NULL,
	"confidence" double precision DEFAULT 0 NOT NULL,
	"source_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"engine" text DEFAULT 'built-in' NOT NULL,
	"prompt_hash" text DEFAULT '' NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"took_ms" integer DEFAULT 0 NOT NULL,
	"automation_id" uuid,
	"template_id" uuid,
	"verdict" text,
	"reviewed_by" uuid,
	"used_by" uuid,
	"needs" text,
	CONSTRAINT "assistant_turns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evaluation_cases" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"question" text NOT NULL,
	"expect" text NOT NULL,
	"must" text DEFAULT '' NOT NULL,
	CONSTRAINT "evaluation_cases_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "evaluation_cases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_passages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"source_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"stems" text NOT NULL,
	"words" tsvector GENERATED ALWAYS AS (to_tsvector('simple', stems)) STORED,
	CONSTRAINT "knowledge_passages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"file_id" uuid,
	"link" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"is_doctrine" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone,
	"state" text DEFAULT 'indexing' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"indexed_at" timestamp with time zone,
	"passages" integer DEFAULT 0 NOT NULL,
	"approved_by" uuid,
	CONSTRAINT "knowledge_sources_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "by_assistant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_automations_name" ON "assistant_automations" ("client_id",lower(name));--> statement-breakpoint
CREATE INDEX "assistant_automations_trigger" ON "assistant_automations" ("client_id","trigger");--> statement-breakpoint
CREATE INDEX "assistant_questions_open" ON "assistant_questions" ("client_id","state","same_as");--> statement-breakpoint
CREATE INDEX "assistant_questions_conversation" ON "assistant_questions" ("client_id","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_settings_one" ON "assistant_settings" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_templates_name" ON "assistant_templates" ("client_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_templates_key" ON "assistant_templates" ("client_id","key") WHERE key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_threads_one" ON "assistant_threads" ("client_id","conversation_id");--> statement-breakpoint
CREATE INDEX "assistant_threads_status" ON "assistant_threads" ("client_id","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_turns_item" ON "assistant_turns" ("client_id","item_id");--> statement-breakpoint
CREATE INDEX "assistant_turns_thread" ON "assistant_turns" ("client_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "assistant_turns_newest" ON "assistant_turns" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_turns_automation" ON "assistant_turns" ("client_id","automation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_cases_question" ON "evaluation_cases" ("client_id",lower(question));--> statement-breakpoint
CREATE INDEX "knowledge_passages_words" ON "knowledge_passages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "knowledge_passages_source" ON "knowledge_passages" ("client_id","source_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_sources_newest" ON "knowledge_sources" ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_sources_live" ON "knowledge_sources" ("client_id","kind","title") WHERE kind in ('live', 'help');--> statement-breakpoint
CREATE INDEX "knowledge_sources_file" ON "knowledge_sources" ("client_id","file_id");--> statement-breakpoint
ALTER TABLE "assistant_questions" ADD CONSTRAINT "assistant_questions_conversation_fk" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "assistant_threads" ADD CONSTRAINT "assistant_threads_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "assistant_turns" ADD CONSTRAINT "assistant_turns_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_source_fk" FOREIGN KEY ("client_id","source_id") REFERENCES "knowledge_sources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_files" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "assistant_automations_client" ON "assistant_automations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_automations_platform" ON "assistant_automations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_questions_client" ON "assistant_questions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_questions_platform" ON "assistant_questions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_questions_readable" ON "assistant_questions" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "assistant_questions_changeable" ON "assistant_questions" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_questions_deletable" ON "assistant_questions" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "assistant_settings_client" ON "assistant_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_settings_platform" ON "assistant_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_templates_client" ON "assistant_templates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_templates_platform" ON "assistant_templates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_threads_client" ON "assistant_threads" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_threads_platform" ON "assistant_threads" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_threads_readable" ON "assistant_threads" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "assistant_threads_changeable" ON "assistant_threads" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_threads_deletable" ON "assistant_threads" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "assistant_turns_client" ON "assistant_turns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "assistant_turns_platform" ON "assistant_turns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_turns_readable" ON "assistant_turns" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "assistant_turns_changeable" ON "assistant_turns" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "assistant_turns_deletable" ON "assistant_turns" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "evaluation_cases_client" ON "evaluation_cases" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "evaluation_cases_platform" ON "evaluation_cases" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "knowledge_passages_client" ON "knowledge_passages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "knowledge_passages_platform" ON "knowledge_passages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "knowledge_sources_client" ON "knowledge_sources" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "knowledge_sources_platform" ON "knowledge_sources" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
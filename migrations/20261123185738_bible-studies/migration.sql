CREATE TABLE "bible_studies" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"scripture" text NOT NULL,
	"target_audience" text DEFAULT 'general' NOT NULL,
	"difficulty" text DEFAULT 'intermediate' NOT NULL,
	"duration" integer DEFAULT 60 NOT NULL,
	"study_format" text DEFAULT 'inductive' NOT NULL,
	"include_questions" boolean DEFAULT true NOT NULL,
	"include_resources" boolean DEFAULT true NOT NULL,
	"additional_notes" text DEFAULT '' NOT NULL,
	"edition" text DEFAULT 'web' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"series" text DEFAULT '' NOT NULL,
	"week" integer,
	"document" jsonb,
	"previous" jsonb,
	"status" text DEFAULT 'draft' NOT NULL,
	"sermon_id" uuid,
	"sermon_digest" text,
	"led_on" date,
	"stage" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "bible_studies_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "bible_studies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "study_answers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"session_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"question_id" text NOT NULL,
	"text" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	CONSTRAINT "study_answers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "study_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "study_participants" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"session_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "study_participants_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "study_participants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "study_passages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"study_id" uuid NOT NULL,
	"from_verse" integer NOT NULL,
	"to_verse" integer NOT NULL,
	CONSTRAINT "study_passages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "study_passages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "study_sessions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"study_id" uuid NOT NULL,
	"code" text NOT NULL,
	"document" jsonb NOT NULL,
	"title" text NOT NULL,
	"position" integer DEFAULT -1 NOT NULL,
	"ended_at" timestamp with time zone,
	"created_by" uuid,
	CONSTRAINT "study_sessions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "study_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "bible_studies_new" ON "bible_studies" ("client_id","created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bible_studies_of_sermon" ON "bible_studies" ("client_id","sermon_id") WHERE sermon_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "study_answers_one" ON "study_answers" ("client_id","participant_id","question_id");--> statement-breakpoint
CREATE INDEX "study_answers_session" ON "study_answers" ("client_id","session_id","question_id");--> statement-breakpoint
CREATE UNIQUE INDEX "study_participants_key" ON "study_participants" ("client_id","session_id","key_hash");--> statement-breakpoint
CREATE INDEX "study_passages_verses" ON "study_passages" ("client_id","from_verse");--> statement-breakpoint
CREATE INDEX "study_passages_of" ON "study_passages" ("client_id","study_id");--> statement-breakpoint
CREATE UNIQUE INDEX "study_sessions_code" ON "study_sessions" ("code");--> statement-breakpoint
CREATE INDEX "study_sessions_of" ON "study_sessions" ("client_id","study_id");--> statement-breakpoint
ALTER TABLE "bible_studies" ADD CONSTRAINT "bible_studies_sermon" FOREIGN KEY ("client_id","sermon_id") REFERENCES "sermons"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "study_answers" ADD CONSTRAINT "study_answers_session" FOREIGN KEY ("client_id","session_id") REFERENCES "study_sessions"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_answers" ADD CONSTRAINT "study_answers_participant" FOREIGN KEY ("client_id","participant_id") REFERENCES "study_participants"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_participants" ADD CONSTRAINT "study_participants_session" FOREIGN KEY ("client_id","session_id") REFERENCES "study_sessions"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_passages" ADD CONSTRAINT "study_passages_study" FOREIGN KEY ("client_id","study_id") REFERENCES "bible_studies"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "study_sessions" ADD CONSTRAINT "study_sessions_study" FOREIGN KEY ("client_id","study_id") REFERENCES "bible_studies"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "bible_studies_client" ON "bible_studies" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "bible_studies_platform" ON "bible_studies" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "study_answers_client" ON "study_answers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "study_answers_platform" ON "study_answers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "study_participants_client" ON "study_participants" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "study_participants_platform" ON "study_participants" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "study_passages_client" ON "study_passages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "study_passages_platform" ON "study_passages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "study_sessions_client" ON "study_sessions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "study_sessions_platform" ON "study_sessions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "form_stats" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"completes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "form_stats_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_stats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"number" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"via" text DEFAULT 'link' NOT NULL,
	"signs" jsonb DEFAULT '[]' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"privacy" text DEFAULT 'team' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"search_body" text DEFAULT '' NOT NULL,
	"person_id" uuid,
	"household_id" uuid,
	"match" text,
	"assigned_to" uuid,
	"processed_at" timestamp with time zone,
	"problem" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "form_submissions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by" uuid,
	CONSTRAINT "form_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "forms" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"template" text NOT NULL,
	"draft" jsonb NOT NULL,
	"handling" jsonb NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"fresh" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "forms_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "household_suggestions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"shares" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	CONSTRAINT "household_suggestions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "household_suggestions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "form_stats_day" ON "form_stats" ("client_id","form_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "form_submissions_once" ON "form_submissions" ("client_id","key");--> statement-breakpoint
CREATE INDEX "form_submissions_newest" ON "form_submissions" ("client_id","form_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "form_submissions_recent" ON "form_submissions" ("client_id","form_id","created_at");--> statement-breakpoint
CREATE INDEX "form_submissions_search" ON "form_submissions" USING gin ("client_id","search_body" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "form_submissions_person" ON "form_submissions" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "form_versions_number" ON "form_versions" ("client_id","form_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "forms_slug" ON "forms" ("slug");--> statement-breakpoint
CREATE INDEX "forms_newest" ON "forms" ("client_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "household_suggestions_once" ON "household_suggestions" ("client_id","person_id","other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "household_suggestions_other" ON "household_suggestions" ("client_id","other_id","person_id");--> statement-breakpoint
ALTER TABLE "form_stats" ADD CONSTRAINT "form_stats_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_suggestions" ADD CONSTRAINT "household_suggestions_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_suggestions" ADD CONSTRAINT "household_suggestions_other_fk" FOREIGN KEY ("client_id","other_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "form_stats_client" ON "form_stats" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_stats_platform" ON "form_stats" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_submissions_client" ON "form_submissions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_submissions_platform" ON "form_submissions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_versions_client" ON "form_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_versions_platform" ON "form_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "forms_client" ON "forms" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "forms_platform" ON "forms" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "household_suggestions_client" ON "household_suggestions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "household_suggestions_platform" ON "household_suggestions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "account_exports" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"requested_by" uuid NOT NULL,
	"for_operator" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"problem" text,
	CONSTRAINT "account_exports_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notification_preferences_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "provider_checks" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"provider" text NOT NULL,
	"adapter" text NOT NULL,
	"ok" boolean NOT NULL,
	"problem" text,
	"milliseconds" integer NOT NULL,
	CONSTRAINT "provider_checks_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "provider_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "queue_actions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"action" text NOT NULL,
	"queue" text NOT NULL,
	"job_ids" jsonb NOT NULL,
	CONSTRAINT "queue_actions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "queue_actions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"submission_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"body" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"mail_key" text NOT NULL,
	CONSTRAINT "contact_replies_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_replies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "incident_updates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"incident_id" uuid NOT NULL,
	"state" text NOT NULL,
	"words" text NOT NULL,
	CONSTRAINT "incident_updates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "incident_updates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "incidents" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"impact" text NOT NULL,
	"state" text NOT NULL,
	"services" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "incidents_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "incidents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact_form_submissions" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_form_submissions" ADD COLUMN "answer_key" text;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" ("id");--> statement-breakpoint
CREATE INDEX "account_exports_newest" ON "account_exports" ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_exports_one" ON "account_exports" ("client_id","for_operator") WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "notification_preferences_once" ON "notification_preferences" ("client_id","user_id","type");--> statement-breakpoint
CREATE INDEX "provider_checks_newest" ON "provider_checks" ("client_id","provider","id");--> statement-breakpoint
CREATE INDEX "contact_replies_of" ON "contact_replies" ("client_id","submission_id","id");--> statement-breakpoint
CREATE INDEX "incident_updates_of" ON "incident_updates" ("client_id","incident_id","id");--> statement-breakpoint
CREATE INDEX "incidents_newest" ON "incidents" ("client_id","started_at");--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_submission" FOREIGN KEY ("client_id","submission_id") REFERENCES "contact_form_submissions"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident" FOREIGN KEY ("client_id","incident_id") REFERENCES "incidents"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "account_exports_client" ON "account_exports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "account_exports_platform" ON "account_exports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "notification_preferences_client" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "notification_preferences_platform" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "provider_checks_client" ON "provider_checks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "provider_checks_platform" ON "provider_checks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "queue_actions_client" ON "queue_actions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "queue_actions_platform" ON "queue_actions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_replies_client" ON "contact_replies" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "contact_replies_platform" ON "contact_replies" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "incident_updates_client" ON "incident_updates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "incident_updates_platform" ON "incident_updates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "incidents_client" ON "incidents" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "incidents_platform" ON "incidents" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
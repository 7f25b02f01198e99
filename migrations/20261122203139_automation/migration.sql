CREATE TABLE "workflow_runs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"workflow_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"person_id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"at" text,
	"trigger" text NOT NULL,
	"event_key" text NOT NULL,
	"depth" integer DEFAULT 0 NOT NULL,
	"run_no" integer DEFAULT 1 NOT NULL,
	"problem" text,
	"finished_at" timestamp with time zone,
	CONSTRAINT "workflow_runs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"input" jsonb DEFAULT '{}' NOT NULL,
	"output" jsonb DEFAULT '{}' NOT NULL,
	"problem" text,
	CONSTRAINT "workflow_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_timers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"trigger" text,
	"person_id" uuid NOT NULL,
	"task_id" uuid,
	CONSTRAINT "workflow_timers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_timers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_triggers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"workflow_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"input" jsonb NOT NULL,
	CONSTRAINT "workflow_triggers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_triggers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"workflow_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"graph" jsonb NOT NULL,
	"published_by" uuid,
	CONSTRAINT "workflow_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflows" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb DEFAULT '{"triggers":[],"steps":[],"reentry":"once","exit":null}' NOT NULL,
	"published" integer DEFAULT 0 NOT NULL,
	"is_fresh" text DEFAULT 'no' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "workflows_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_runs_event" ON "workflow_runs" ("client_id","workflow_id","event_key");--> statement-breakpoint
CREATE INDEX "workflow_runs_person" ON "workflow_runs" ("client_id","person_id","id");--> statement-breakpoint
CREATE INDEX "workflow_runs_state" ON "workflow_runs" ("client_id","workflow_id","state","id");--> statement-breakpoint
CREATE INDEX "workflow_runs_started" ON "workflow_runs" ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_steps_once" ON "workflow_steps" ("client_id","run_id","step");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_timers_run" ON "workflow_timers" ("client_id","run_id");--> statement-breakpoint
CREATE INDEX "workflow_timers_due" ON "workflow_timers" ("due_at");--> statement-breakpoint
CREATE INDEX "workflow_timers_event" ON "workflow_timers" ("client_id","trigger","person_id") WHERE trigger is not null;--> statement-breakpoint
CREATE INDEX "workflow_timers_person" ON "workflow_timers" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "workflow_triggers_by" ON "workflow_triggers" ("client_id","trigger");--> statement-breakpoint
CREATE INDEX "workflow_triggers_of" ON "workflow_triggers" ("client_id","workflow_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_versions_number" ON "workflow_versions" ("client_id","workflow_id","number");--> statement-breakpoint
CREATE INDEX "workflows_newest" ON "workflows" ("client_id","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD CONSTRAINT "workflow_runs_of" FOREIGN KEY ("client_id","workflow_id") REFERENCES "workflows"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD CONSTRAINT "workflow_runs_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workflow_steps" ADD CONSTRAINT "workflow_steps_of" FOREIGN KEY ("client_id","run_id") REFERENCES "workflow_runs"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workflow_timers" ADD CONSTRAINT "workflow_timers_of" FOREIGN KEY ("client_id","run_id") REFERENCES "workflow_runs"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workflow_triggers" ADD CONSTRAINT "workflow_triggers_fk" FOREIGN KEY ("client_id","workflow_id") REFERENCES "workflows"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_of" FOREIGN KEY ("client_id","workflow_id") REFERENCES "workflows"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "workflow_runs_client" ON "workflow_runs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_runs_platform" ON "workflow_runs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workflow_steps_client" ON "workflow_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_steps_platform" ON "workflow_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workflow_timers_client" ON "workflow_timers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_timers_platform" ON "workflow_timers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workflow_triggers_client" ON "workflow_triggers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_triggers_platform" ON "workflow_triggers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workflow_versions_client" ON "workflow_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_versions_platform" ON "workflow_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workflows_client" ON "workflows" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflows_platform" ON "workflows" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
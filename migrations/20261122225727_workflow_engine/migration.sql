CREATE TABLE "workflow_approvals" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"run_id" uuid NOT NULL,
	"step" text NOT NULL,
	"person_id" uuid NOT NULL,
	"question" text NOT NULL,
	"assignee_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workflow_approvals_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workflow_enrollments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"workflow_id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"meant" jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"enrolled" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"per_minute" integer DEFAULT 500 NOT NULL,
	"cursor" uuid,
	"next_at" timestamp with time zone,
	"created_by" uuid,
	"finished_at" timestamp with time zone,
	CONSTRAINT "workflow_enrollments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workflow_enrollments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "workflow_timers_due";--> statement-breakpoint
CREATE INDEX "workflow_timers_due" ON "workflow_timers" ("due_at","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_approvals_once" ON "workflow_approvals" ("client_id","run_id","step");--> statement-breakpoint
CREATE INDEX "workflow_approvals_state" ON "workflow_approvals" ("client_id","state","due_at");--> statement-breakpoint
CREATE INDEX "workflow_approvals_person" ON "workflow_approvals" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "workflow_enrollments_of" ON "workflow_enrollments" ("client_id","workflow_id","id");--> statement-breakpoint
CREATE INDEX "workflow_runs_latest" ON "workflow_runs" ("client_id","workflow_id","person_id","run_no");--> statement-breakpoint
ALTER TABLE "workflow_approvals" ADD CONSTRAINT "workflow_approvals_of" FOREIGN KEY ("client_id","run_id") REFERENCES "workflow_runs"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workflow_enrollments" ADD CONSTRAINT "workflow_enrollments_fk" FOREIGN KEY ("client_id","workflow_id") REFERENCES "workflows"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "workflow_approvals_client" ON "workflow_approvals" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_approvals_platform" ON "workflow_approvals" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "workflow_enrollments_client" ON "workflow_enrollments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "workflow_enrollments_platform" ON "workflow_enrollments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
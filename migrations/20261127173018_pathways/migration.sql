CREATE TABLE "pathway_people" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"pathway_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"mentor_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "pathway_people_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathway_people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathway_signoffs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone,
	"signed_by" uuid,
	"signed_name" text DEFAULT '' NOT NULL,
	"signed_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "pathway_signoffs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathway_signoffs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathway_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"pathway_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"course_id" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "pathway_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathway_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathways" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "pathways_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathways" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "serving_assignments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"role_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"needs" text,
	CONSTRAINT "serving_assignments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "serving_assignments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "serving_roles" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"group_id" uuid,
	"course_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	CONSTRAINT "serving_roles_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "serving_roles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "pathway_people_current" ON "pathway_people" ("client_id","pathway_id","person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "pathway_people_person" ON "pathway_people" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "pathway_people_newest" ON "pathway_people" ("client_id","pathway_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "pathway_signoffs_once" ON "pathway_signoffs" ("client_id","person_id","step_id");--> statement-breakpoint
CREATE INDEX "pathway_signoffs_step" ON "pathway_signoffs" ("client_id","step_id");--> statement-breakpoint
CREATE INDEX "pathway_signoffs_waiting" ON "pathway_signoffs" ("client_id","requested_at") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX "pathway_steps_of" ON "pathway_steps" ("client_id","pathway_id","position");--> statement-breakpoint
CREATE INDEX "pathway_steps_course" ON "pathway_steps" ("client_id","course_id") WHERE course_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pathways_slug" ON "pathways" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "pathways_deleted" ON "pathways" ("client_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "serving_assignments_once" ON "serving_assignments" ("client_id","role_id","appointment_id","person_id");--> statement-breakpoint
CREATE INDEX "serving_assignments_event" ON "serving_assignments" ("client_id","appointment_id");--> statement-breakpoint
CREATE INDEX "serving_assignments_person" ON "serving_assignments" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "serving_roles_group" ON "serving_roles" ("client_id","group_id");--> statement-breakpoint
ALTER TABLE "pathway_people" ADD CONSTRAINT "pathway_people_pathway" FOREIGN KEY ("client_id","pathway_id") REFERENCES "pathways"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_people" ADD CONSTRAINT "pathway_people_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_signoffs" ADD CONSTRAINT "pathway_signoffs_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_signoffs" ADD CONSTRAINT "pathway_signoffs_step_fk" FOREIGN KEY ("client_id","step_id") REFERENCES "pathway_steps"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_steps" ADD CONSTRAINT "pathway_steps_pathway" FOREIGN KEY ("client_id","pathway_id") REFERENCES "pathways"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_steps" ADD CONSTRAINT "pathway_steps_course_fk" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "serving_assignments" ADD CONSTRAINT "serving_assignments_role" FOREIGN KEY ("client_id","role_id") REFERENCES "serving_roles"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "serving_assignments" ADD CONSTRAINT "serving_assignments_event_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "serving_assignments" ADD CONSTRAINT "serving_assignments_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "pathway_people_client" ON "pathway_people" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathway_people_platform" ON "pathway_people" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathway_signoffs_client" ON "pathway_signoffs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathway_signoffs_platform" ON "pathway_signoffs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathway_steps_client" ON "pathway_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathway_steps_platform" ON "pathway_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathways_client" ON "pathways" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathways_platform" ON "pathways" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "serving_assignments_client" ON "serving_assignments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "serving_assignments_platform" ON "serving_assignments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "serving_assignments_readable" ON "serving_assignments" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "serving_assignments_changeable" ON "serving_assignments" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "serving_assignments_deletable" ON "serving_assignments" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "serving_roles_client" ON "serving_roles" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "serving_roles_platform" ON "serving_roles" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
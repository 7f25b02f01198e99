CREATE TABLE "funnel_conversions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"funnel_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"goal" text NOT NULL,
	"ref_id" text DEFAULT '' NOT NULL,
	"person_id" uuid,
	"reached_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"is_in_order" boolean NOT NULL,
	"is_first" boolean NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"medium" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	CONSTRAINT "funnel_conversions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "funnel_conversions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "funnel_days" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"funnel_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"medium" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"entrants" integer DEFAULT 0 NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	"in_order" integer DEFAULT 0 NOT NULL,
	"converted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "funnel_days_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "funnel_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "funnel_tests" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"funnel_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"variant_ids" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"decide_at" timestamp with time zone NOT NULL,
	"is_automatic" boolean NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"winner_id" uuid,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "funnel_tests_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "funnel_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "funnel_visits" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"funnel_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"views" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"medium" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	CONSTRAINT "funnel_visits_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "funnel_visits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "funnels" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"template" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"former_slugs" jsonb DEFAULT '[]' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb DEFAULT '[]' NOT NULL,
	"live" jsonb DEFAULT '[]' NOT NULL,
	"is_fresh" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"redirect" text DEFAULT '' NOT NULL,
	"mobile_seen_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "funnels_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "funnels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "funnel_conversions_once" ON "funnel_conversions" ("client_id","funnel_id","step_id","visitor","goal");--> statement-breakpoint
CREATE INDEX "funnel_conversions_ref" ON "funnel_conversions" ("client_id","ref_id");--> statement-breakpoint
CREATE INDEX "funnel_conversions_person" ON "funnel_conversions" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "funnel_days_once" ON "funnel_days" ("client_id","funnel_id","day","step_id","variant_id","source","medium","campaign","link");--> statement-breakpoint
CREATE UNIQUE INDEX "funnel_tests_step" ON "funnel_tests" ("client_id","funnel_id","step_id");--> statement-breakpoint
CREATE INDEX "funnel_tests_due" ON "funnel_tests" ("decide_at") WHERE state = 'running' and is_automatic;--> statement-breakpoint
CREATE UNIQUE INDEX "funnel_visits_once" ON "funnel_visits" ("client_id","step_id","day","visitor");--> statement-breakpoint
CREATE INDEX "funnel_visits_visitor" ON "funnel_visits" ("client_id","visitor","funnel_id");--> statement-breakpoint
CREATE INDEX "funnel_visits_funnel" ON "funnel_visits" ("client_id","funnel_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "funnels_slug" ON "funnels" ("client_id","slug") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "funnel_conversions" ADD CONSTRAINT "funnel_conversions_of" FOREIGN KEY ("client_id","funnel_id") REFERENCES "funnels"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "funnel_days" ADD CONSTRAINT "funnel_days_of" FOREIGN KEY ("client_id","funnel_id") REFERENCES "funnels"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "funnel_tests" ADD CONSTRAINT "funnel_tests_of" FOREIGN KEY ("client_id","funnel_id") REFERENCES "funnels"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "funnel_visits" ADD CONSTRAINT "funnel_visits_of" FOREIGN KEY ("client_id","funnel_id") REFERENCES "funnels"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "funnel_conversions_client" ON "funnel_conversions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "funnel_conversions_platform" ON "funnel_conversions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "funnel_days_client" ON "funnel_days" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "funnel_days_platform" ON "funnel_days" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "funnel_tests_client" ON "funnel_tests" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "funnel_tests_platform" ON "funnel_tests" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "funnel_visits_client" ON "funnel_visits" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "funnel_visits_platform" ON "funnel_visits" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "funnels_client" ON "funnels" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "funnels_platform" ON "funnels" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
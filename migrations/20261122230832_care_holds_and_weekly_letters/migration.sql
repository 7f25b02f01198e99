CREATE TABLE "weekly_letters" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"week_of" date NOT NULL,
	CONSTRAINT "weekly_letters_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "weekly_letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "care_holds" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"until" date NOT NULL,
	"is_household" boolean NOT NULL,
	"note_id" uuid,
	"started_by" uuid,
	"lifted_at" timestamp with time zone,
	"lifted_by" uuid,
	CONSTRAINT "care_holds_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "care_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "held_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "held_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "held_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "quiet_church_times" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "care_hold_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "weekly_letters_once" ON "weekly_letters" ("client_id","user_id","week_of");--> statement-breakpoint
CREATE INDEX "messages_unprompted" ON "messages" ("client_id","recipient","created_at") WHERE purpose <> 'marketing' and direction = 'out';--> statement-breakpoint
CREATE INDEX "messages_held_in_care" ON "messages" ("client_id","recipient","created_at") WHERE skip_reason = 'grief';--> statement-breakpoint
CREATE INDEX "care_holds_person" ON "care_holds" ("client_id","person_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "held_campaigns_once" ON "held_campaigns" ("client_id","person_id","campaign_id");--> statement-breakpoint
ALTER TABLE "care_holds" ADD CONSTRAINT "care_holds_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "held_campaigns" ADD CONSTRAINT "held_campaigns_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "weekly_letters_client" ON "weekly_letters" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "weekly_letters_platform" ON "weekly_letters" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "care_holds_client" ON "care_holds" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "care_holds_platform" ON "care_holds" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "held_campaigns_client" ON "held_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "held_campaigns_platform" ON "held_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "attendance_absences" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"last_attended_on" date NOT NULL,
	"announced_at" timestamp with time zone,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	CONSTRAINT "attendance_absences_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "attendance_absences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attendance_cards" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"household_id" uuid NOT NULL,
	"token" text NOT NULL,
	CONSTRAINT "attendance_cards_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "attendance_cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attendance_check_ins" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"appointment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"source" text NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"needs" text,
	CONSTRAINT "attendance_check_ins_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "attendance_check_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attendance_headcounts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"appointment_id" uuid NOT NULL,
	"group" text NOT NULL,
	"count" integer NOT NULL,
	"needs" text,
	CONSTRAINT "attendance_headcounts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "attendance_headcounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attendance_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"self_check_in" boolean DEFAULT false NOT NULL,
	CONSTRAINT "attendance_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "attendance_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chat_settings" ALTER COLUMN "privacy" SET DEFAULT 'We keep what you write here so that we can answer you. Only our team can see it.';--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_absences_once" ON "attendance_absences" ("client_id","person_id","last_attended_on");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_cards_household" ON "attendance_cards" ("client_id","household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_cards_token" ON "attendance_cards" ("client_id","token");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_check_ins_once" ON "attendance_check_ins" ("client_id","appointment_id","person_id");--> statement-breakpoint
CREATE INDEX "attendance_check_ins_person" ON "attendance_check_ins" ("client_id","person_id","appointment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_headcounts_once" ON "attendance_headcounts" ("client_id","appointment_id","group");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_settings_once" ON "attendance_settings" ("client_id");--> statement-breakpoint
ALTER TABLE "attendance_absences" ADD CONSTRAINT "attendance_absences_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendance_cards" ADD CONSTRAINT "attendance_cards_of" FOREIGN KEY ("client_id","household_id") REFERENCES "households"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendance_check_ins" ADD CONSTRAINT "attendance_check_ins_of" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendance_check_ins" ADD CONSTRAINT "attendance_check_ins_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendance_headcounts" ADD CONSTRAINT "attendance_headcounts_of" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "attendance_absences_client" ON "attendance_absences" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "attendance_absences_platform" ON "attendance_absences" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "attendance_cards_client" ON "attendance_cards" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "attendance_cards_platform" ON "attendance_cards" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "attendance_check_ins_client" ON "attendance_check_ins" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "attendance_check_ins_platform" ON "attendance_check_ins" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "attendance_check_ins_readable" ON "attendance_check_ins" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "attendance_check_ins_changeable" ON "attendance_check_ins" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "attendance_check_ins_deletable" ON "attendance_check_ins" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "attendance_headcounts_client" ON "attendance_headcounts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "attendance_headcounts_platform" ON "attendance_headcounts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "attendance_headcounts_readable" ON "attendance_headcounts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "attendance_headcounts_changeable" ON "attendance_headcounts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "attendance_headcounts_deletable" ON "attendance_headcounts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "attendance_settings_client" ON "attendance_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "attendance_settings_platform" ON "attendance_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
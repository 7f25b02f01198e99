CREATE TABLE "person_field_values" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"field_id" uuid NOT NULL,
	"body_text" text,
	"body_start" text GENERATED ALWAYS AS (lower(left(body_text, 200))) STORED,
	"body_number" double precision,
	"body_day" date,
	"body_flag" boolean,
	"body_options" text[],
	CONSTRAINT "person_field_values_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_field_values" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_fields" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"type" text NOT NULL,
	"options" jsonb DEFAULT '[]' NOT NULL,
	"help" text DEFAULT '' NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "person_fields_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_fields" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "person_field_values_once" ON "person_field_values" ("client_id","person_id","field_id");--> statement-breakpoint
CREATE INDEX "person_field_values_field" ON "person_field_values" ("client_id","field_id","person_id");--> statement-breakpoint
CREATE INDEX "person_field_values_text" ON "person_field_values" ("client_id","field_id","body_start") WHERE body_start is not null;--> statement-breakpoint
CREATE INDEX "person_field_values_number" ON "person_field_values" ("client_id","field_id","body_number") WHERE body_number is not null;--> statement-breakpoint
CREATE INDEX "person_field_values_day" ON "person_field_values" ("client_id","field_id","body_day") WHERE body_day is not null;--> statement-breakpoint
CREATE INDEX "person_field_values_flag" ON "person_field_values" ("client_id","field_id","body_flag") WHERE body_flag is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "person_fields_key" ON "person_fields" ("client_id","key");--> statement-breakpoint
CREATE INDEX "person_fields_order" ON "person_fields" ("client_id","position");--> statement-breakpoint
ALTER TABLE "person_field_values" ADD CONSTRAINT "person_field_values_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_field_values" ADD CONSTRAINT "person_field_values_field_fk" FOREIGN KEY ("client_id","field_id") REFERENCES "person_fields"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "person_field_values_client" ON "person_field_values" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_field_values_platform" ON "person_field_values" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_fields_client" ON "person_fields" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_fields_platform" ON "person_fields" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
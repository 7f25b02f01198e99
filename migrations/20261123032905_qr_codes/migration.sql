CREATE TABLE "qr_codes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"mode" text NOT NULL,
	"content" jsonb NOT NULL,
	"design" jsonb NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"expires_at" timestamp with time zone,
	"fallback" text DEFAULT '' NOT NULL,
	"schedule" jsonb DEFAULT '[]' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "qr_codes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "qr_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "qr_placements" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "qr_placements_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "qr_placements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "qr_targets" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code_id" uuid NOT NULL,
	"from_target" text NOT NULL,
	"to_target" text NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "qr_targets_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "qr_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "qr_codes_new" ON "qr_codes" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "qr_placements_of" ON "qr_placements" ("client_id","code_id");--> statement-breakpoint
CREATE INDEX "qr_targets_of" ON "qr_targets" ("client_id","code_id");--> statement-breakpoint
ALTER TABLE "qr_placements" ADD CONSTRAINT "qr_placements_code" FOREIGN KEY ("client_id","code_id") REFERENCES "qr_codes"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "qr_targets" ADD CONSTRAINT "qr_targets_code" FOREIGN KEY ("client_id","code_id") REFERENCES "qr_codes"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "qr_codes_client" ON "qr_codes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "qr_codes_platform" ON "qr_codes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "qr_placements_client" ON "qr_placements" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "qr_placements_platform" ON "qr_placements" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "qr_targets_client" ON "qr_targets" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "qr_targets_platform" ON "qr_targets" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
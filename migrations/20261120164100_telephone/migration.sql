CREATE TABLE "browsers_here" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "browsers_here_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "browsers_here" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "call_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"call_id" uuid NOT NULL,
	"turn" integer NOT NULL,
	"what" text NOT NULL,
	CONSTRAINT "call_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "call_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_menus" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"greeting" text NOT NULL,
	"language" text DEFAULT 'en-US' NOT NULL,
	"keys" jsonb DEFAULT '[]' NOT NULL,
	"otherwise_to" text,
	CONSTRAINT "voice_menus_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "voice_menus" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "carrier_accounts" ADD COLUMN "transcribe" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_accounts" ADD COLUMN "office_hours" jsonb DEFAULT '[{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},null,null]' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_accounts" ADD COLUMN "voice_app_sid" text;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "menu_id" uuid;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "by_hours" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "closed_route" text DEFAULT 'voicemail' NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "closed_forward_to" text;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "closed_menu_id" uuid;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "missed_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD COLUMN "transcript" text;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD COLUMN "transcript_sid" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "via" text DEFAULT 'phone' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "browsers_here_one" ON "browsers_here" ("client_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "call_steps_once" ON "call_steps" ("client_id","call_id","turn");--> statement-breakpoint
ALTER TABLE "call_steps" ADD CONSTRAINT "call_steps_of" FOREIGN KEY ("client_id","call_id") REFERENCES "calls"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "browsers_here_client" ON "browsers_here" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "browsers_here_platform" ON "browsers_here" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "call_steps_client" ON "call_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "call_steps_platform" ON "call_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "voice_menus_client" ON "voice_menus" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "voice_menus_platform" ON "voice_menus" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
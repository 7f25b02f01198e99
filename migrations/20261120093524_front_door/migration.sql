CREATE TABLE "support_entries" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "support_entries_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "access" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "billing_state" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "billing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "brand_color" text;--> statement-breakpoint
CREATE INDEX "support_entries_live" ON "support_entries" ("user_id","expires_at") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "support_entries" ADD CONSTRAINT "support_entries_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "support_entries_client" ON "support_entries" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "support_entries_platform" ON "support_entries" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "segments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"conditions" jsonb NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "segments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "segments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "grief_hold_until" date;--> statement-breakpoint
CREATE INDEX "segments_name" ON "segments" ("client_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "people_grief" ON "people" ("client_id","grief_hold_until") WHERE grief_hold_until is not null;--> statement-breakpoint
CREATE INDEX "timeline_type" ON "timeline" ("client_id","type","at");--> statement-breakpoint
CREATE POLICY "segments_client" ON "segments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "segments_platform" ON "segments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
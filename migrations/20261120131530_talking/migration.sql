CREATE TABLE "message_files" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "message_files_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "message_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "arrived_mails" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"source" text NOT NULL,
	"file_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"kind" text,
	"account_id" uuid,
	"problem" text,
	"processed_at" timestamp with time zone,
	CONSTRAINT "arrived_mails_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "arrived_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "messages" ADD COLUMN "quoted" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "grief_hold_until" date;--> statement-breakpoint
CREATE INDEX "message_files_message" ON "message_files" ("client_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "arrived_mails_once" ON "arrived_mails" ("client_id","fingerprint");--> statement-breakpoint
CREATE INDEX "segments_name" ON "segments" ("client_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "people_grief" ON "people" ("client_id","grief_hold_until") WHERE grief_hold_until is not null;--> statement-breakpoint
CREATE INDEX "timeline_type" ON "timeline" ("client_id","type","at");--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "message_files_client" ON "message_files" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "message_files_platform" ON "message_files" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "arrived_mails_client" ON "arrived_mails" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "arrived_mails_platform" ON "arrived_mails" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "segments_client" ON "segments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "segments_platform" ON "segments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
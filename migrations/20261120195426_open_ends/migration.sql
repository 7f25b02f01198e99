CREATE TABLE "chat_files" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"chat_id" uuid NOT NULL,
	"said" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "chat_files_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "ip_hash" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "mapped_as" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD COLUMN "merge_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_files_file" ON "chat_files" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "chat_files_said" ON "chat_files" ("client_id","chat_id","said");--> statement-breakpoint
CREATE INDEX "files_from" ON "files" ("client_id","ip_hash","created_at") WHERE ip_hash is not null;--> statement-breakpoint
ALTER TABLE "chat_files" ADD CONSTRAINT "chat_files_files" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "chat_files_client" ON "chat_files" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "chat_files_platform" ON "chat_files" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
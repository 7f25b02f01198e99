CREATE TABLE "uploads" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text,
	"created_by" uuid NOT NULL,
	"refusal" text,
	"file_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "uploads_of_file" ON "uploads" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" ("client_id","expires_at");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "uploads_client" ON "uploads" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "uploads_platform" ON "uploads" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
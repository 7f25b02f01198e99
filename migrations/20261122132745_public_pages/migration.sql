CREATE TABLE "page_attempts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form" text NOT NULL,
	"place" text NOT NULL,
	CONSTRAINT "page_attempts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "page_attempts_recent" ON "page_attempts" ("client_id","created_at");--> statement-breakpoint
CREATE POLICY "page_attempts_client" ON "page_attempts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "page_attempts_platform" ON "page_attempts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
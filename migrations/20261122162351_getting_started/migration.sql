CREATE TABLE "getting_started" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"dismissed_at" timestamp with time zone NOT NULL,
	"dismissed_by" uuid NOT NULL,
	CONSTRAINT "getting_started_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "getting_started" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "getting_started_one" ON "getting_started" ("client_id");--> statement-breakpoint
CREATE POLICY "getting_started_client" ON "getting_started" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "getting_started_platform" ON "getting_started" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "form_partials" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"number" integer NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"payload" jsonb NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"stopped_at" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"link_sent_at" timestamp with time zone,
	CONSTRAINT "form_partials_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_partials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "form_partials_once" ON "form_partials" ("client_id","key");--> statement-breakpoint
CREATE INDEX "form_partials_newest" ON "form_partials" ("client_id","form_id","updated_at");--> statement-breakpoint
CREATE INDEX "form_partials_expiring" ON "form_partials" ("client_id","expires_at");--> statement-breakpoint
ALTER TABLE "form_partials" ADD CONSTRAINT "form_partials_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "form_partials_client" ON "form_partials" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_partials_platform" ON "form_partials" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
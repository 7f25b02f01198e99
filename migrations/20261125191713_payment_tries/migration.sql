CREATE TABLE "payment_tries" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"payment_id" uuid NOT NULL,
	"place" text NOT NULL,
	"device" text NOT NULL,
	"settled" boolean DEFAULT false NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"cards" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "payment_tries_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_tries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_attempts" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_tries_payment" ON "payment_tries" ("client_id","payment_id");--> statement-breakpoint
CREATE INDEX "payment_tries_recent" ON "payment_tries" ("client_id","place","created_at");--> statement-breakpoint
CREATE POLICY "payment_tries_client" ON "payment_tries" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_tries_platform" ON "payment_tries" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
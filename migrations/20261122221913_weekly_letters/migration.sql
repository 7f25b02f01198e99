CREATE TABLE "weekly_letters" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"week_of" date NOT NULL,
	CONSTRAINT "weekly_letters_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "weekly_letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "weekly_letters_once" ON "weekly_letters" ("client_id","user_id","week_of");--> statement-breakpoint
CREATE POLICY "weekly_letters_client" ON "weekly_letters" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "weekly_letters_platform" ON "weekly_letters" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
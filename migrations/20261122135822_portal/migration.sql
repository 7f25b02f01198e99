CREATE TABLE "portal_links" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "portal_links_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "portal_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal_sessions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"hash" text NOT NULL,
	"person_id" uuid NOT NULL,
	"acting_person_id" uuid,
	"address" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "portal_sessions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "portal_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact_points" ADD COLUMN "unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_links_hash" ON "portal_links" ("client_id","hash");--> statement-breakpoint
CREATE INDEX "portal_links_recent" ON "portal_links" ("client_id","value","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_hash" ON "portal_sessions" ("client_id","hash");--> statement-breakpoint
CREATE INDEX "portal_sessions_person" ON "portal_sessions" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "portal_sessions_acting" ON "portal_sessions" ("client_id","acting_person_id");--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_acting_fk" FOREIGN KEY ("client_id","acting_person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "portal_links_client" ON "portal_links" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "portal_links_platform" ON "portal_links" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "portal_sessions_client" ON "portal_sessions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "portal_sessions_platform" ON "portal_sessions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "short_link_clicks" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"link_id" uuid NOT NULL,
	"recipient_id" uuid,
	"bot" boolean DEFAULT false NOT NULL,
	CONSTRAINT "short_link_clicks_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "short_link_clicks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "short_link_recipients" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"module" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"code" text NOT NULL,
	"person_id" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "short_link_recipients_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "short_link_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "short_links" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"code" text NOT NULL,
	"target" text NOT NULL,
	"module" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "short_links_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "short_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- Links keep their ids and codes, so every address that was sent still leads on.
INSERT INTO "short_links" ("client_id", "id", "created_at", "updated_at", "version", "code", "target", "module", "owner_id", "topic")
SELECT "client_id", "id", "created_at", "updated_at", "version", "code", "target", 'sms', "campaign_id", 'campaigns' FROM "sms_links";--> statement-breakpoint
-- Recipients who wait get their code when their text is written; those who have one in a text keep it.
INSERT INTO "short_link_recipients" ("client_id", "id", "created_at", "module", "owner_id", "code", "person_id", "sent_at")
SELECT r."client_id", r."id", r."created_at", 'sms', r."campaign_id", r."code", r."person_id", coalesce(r."written_at", r."created_at") FROM "sms_recipients" r
WHERE EXISTS (SELECT FROM "sms_links" l WHERE l."client_id" = r."client_id" AND l."campaign_id" = r."campaign_id")
  AND (r."written_at" IS NOT NULL OR EXISTS (SELECT FROM "sms_clicks" c WHERE c."client_id" = r."client_id" AND c."recipient_id" = r."id"));--> statement-breakpoint
INSERT INTO "short_link_clicks" ("client_id", "id", "created_at", "updated_at", "version", "link_id", "recipient_id", "bot")
SELECT "client_id", "id", "created_at", "updated_at", "version", "link_id", "recipient_id", "bot" FROM "sms_clicks";--> statement-breakpoint
UPDATE "audit_log" SET "table_name" = CASE "table_name" WHEN 'sms_links' THEN 'short_links' ELSE 'short_link_clicks' END
WHERE "table_name" IN ('sms_links', 'sms_clicks');--> statement-breakpoint
-- Undoing an earlier merge gives recipients of links back as well; moving rows leaves no trail of its own.
ALTER TABLE "merge_steps" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "merge_steps" SET "table_name" = CASE "table_name" WHEN 'sms_links' THEN 'short_links' ELSE 'short_link_clicks' END
WHERE "table_name" IN ('sms_links', 'sms_clicks');--> statement-breakpoint
INSERT INTO "merge_steps" ("client_id", "merge_id", "table_name", "kind", "column_name", "from_id", "to_id", "payload")
SELECT "client_id", "merge_id", 'short_link_recipients', "kind", "column_name", "from_id", "to_id", "payload" FROM "merge_steps"
WHERE "table_name" = 'sms_recipients' AND "kind" = 'moved' AND "column_name" = 'person_id';--> statement-breakpoint
ALTER TABLE "merge_steps" ENABLE TRIGGER USER;--> statement-breakpoint
DROP POLICY "sms_clicks_client" ON "sms_clicks";--> statement-breakpoint
DROP POLICY "sms_clicks_platform" ON "sms_clicks";--> statement-breakpoint
DROP POLICY "sms_links_client" ON "sms_links";--> statement-breakpoint
DROP POLICY "sms_links_platform" ON "sms_links";--> statement-breakpoint
ALTER TABLE "sms_clicks" DROP CONSTRAINT "sms_clicks_link";--> statement-breakpoint
DROP TABLE "sms_clicks";--> statement-breakpoint
DROP TABLE "sms_links";--> statement-breakpoint
DROP INDEX "sms_recipients_code";--> statement-breakpoint
ALTER TABLE "sms_recipients" DROP COLUMN "code";--> statement-breakpoint
CREATE INDEX "short_link_clicks_of" ON "short_link_clicks" ("client_id","recipient_id");--> statement-breakpoint
CREATE INDEX "short_link_clicks_recent" ON "short_link_clicks" ("client_id","link_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "short_link_recipients_code" ON "short_link_recipients" ("client_id","module","owner_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "short_links_code" ON "short_links" ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "short_links_target" ON "short_links" ("client_id","module","owner_id","target");--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD CONSTRAINT "short_link_clicks_link" FOREIGN KEY ("client_id","link_id") REFERENCES "short_links"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD CONSTRAINT "short_link_clicks_recipient" FOREIGN KEY ("client_id","recipient_id") REFERENCES "short_link_recipients"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "short_link_clicks_client" ON "short_link_clicks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "short_link_clicks_platform" ON "short_link_clicks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "short_link_recipients_client" ON "short_link_recipients" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "short_link_recipients_platform" ON "short_link_recipients" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "short_links_client" ON "short_links" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "short_links_platform" ON "short_links" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "topics" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"double_opt_in" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "topics_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "topics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"link" integer,
	"machine" text,
	CONSTRAINT "email_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_templates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"blocks" jsonb DEFAULT '[]' NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "email_templates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sending_days" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"domain" text NOT NULL,
	"day" date NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sending_days_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sending_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sending_domains" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"domain" text NOT NULL,
	"selector" text NOT NULL,
	"dkim_secret" text NOT NULL,
	"public_key" text NOT NULL,
	"checks" jsonb,
	"checked_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sending_domains_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sending_domains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "audience" jsonb;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "blocks" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "from_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "split" jsonb;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "winner" text;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "sides" jsonb;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "links" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "arm" text;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "skip_reason" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "from_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "topics_key" ON "topics" ("client_id","key");--> statement-breakpoint
CREATE INDEX "email_events_of" ON "email_events" ("client_id","campaign_id","kind","recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sending_days_once" ON "sending_days" ("client_id","domain","day");--> statement-breakpoint
CREATE UNIQUE INDEX "sending_domains_once" ON "sending_domains" ("client_id","domain") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "email_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_recipient" FOREIGN KEY ("client_id","recipient_id") REFERENCES "email_recipients"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "topics_client" ON "topics" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "topics_platform" ON "topics" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_events_client" ON "email_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_events_platform" ON "email_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_templates_client" ON "email_templates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_templates_platform" ON "email_templates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sending_days_client" ON "sending_days" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sending_days_platform" ON "sending_days" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sending_domains_client" ON "sending_domains" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sending_domains_platform" ON "sending_domains" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "conversation_views" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	CONSTRAINT "conversation_views_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "macro_runs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"macro_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"tag_ids" jsonb DEFAULT '[]' NOT NULL,
	"message_ids" jsonb DEFAULT '[]' NOT NULL,
	"after" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "macro_runs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "macro_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "macros" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"acts" jsonb NOT NULL,
	CONSTRAINT "macros_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "macros" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scheduled_answers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"file_ids" jsonb DEFAULT '[]' NOT NULL,
	"user_id" uuid NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	CONSTRAINT "scheduled_answers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "scheduled_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "snippets" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"shortcut" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "snippets_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "snippets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "mentions" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_channel" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_in_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "confidential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX "conversations_newest";--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" ("client_id","status","last_at","id");--> statement-breakpoint
CREATE INDEX "conversation_items_newest" ON "conversation_items" ("client_id","id");--> statement-breakpoint
CREATE INDEX "conversation_items_search" ON "conversation_items" USING gin ("client_id","search" gin_trgm_ops) WHERE search <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_items_key" ON "conversation_items" ("client_id","conversation_id","key") WHERE key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_views_name" ON "conversation_views" ("client_id","user_id","name");--> statement-breakpoint
CREATE INDEX "conversations_all" ON "conversations" ("client_id","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_assigned" ON "conversations" ("client_id","assigned_to","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_channel" ON "conversations" ("client_id","last_channel","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" ("client_id","waiting_since","id") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "conversations_unknown" ON "conversations" USING gin ("client_id","address" gin_trgm_ops) WHERE person_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "macros_name" ON "macros" ("client_id",lower(name));--> statement-breakpoint
CREATE INDEX "scheduled_answers_thread" ON "scheduled_answers" ("client_id","conversation_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "snippets_name" ON "snippets" ("client_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "snippets_shortcut" ON "snippets" ("client_id","shortcut") WHERE shortcut <> '';--> statement-breakpoint
ALTER TABLE "macro_runs" ADD CONSTRAINT "macro_runs_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "scheduled_answers" ADD CONSTRAINT "scheduled_answers_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "conversation_views_client" ON "conversation_views" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_views_platform" ON "conversation_views" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "macro_runs_client" ON "macro_runs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "macro_runs_platform" ON "macro_runs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "macros_client" ON "macros" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "macros_platform" ON "macros" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "scheduled_answers_client" ON "scheduled_answers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "scheduled_answers_platform" ON "scheduled_answers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "snippets_client" ON "snippets" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "snippets_platform" ON "snippets" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
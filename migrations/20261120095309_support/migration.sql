CREATE TABLE "support_conversations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"user_id" uuid,
	"user_name" text,
	"state" text DEFAULT 'open' NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"last_text" text DEFAULT '' NOT NULL,
	"last_author" text DEFAULT 'visitor' NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_hash" text NOT NULL,
	CONSTRAINT "support_conversations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_messages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"author" text NOT NULL,
	"author_id" uuid,
	"author_name" text,
	"text" text NOT NULL,
	"key" text NOT NULL,
	"ip_hash" text,
	CONSTRAINT "support_messages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "support_conversations_token" ON "support_conversations" ("client_id","token_hash");--> statement-breakpoint
CREATE INDEX "support_conversations_newest" ON "support_conversations" ("client_id","last_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "support_conversations_recent" ON "support_conversations" ("client_id","ip_hash","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_once" ON "support_messages" ("client_id","conversation_id","key");--> statement-breakpoint
CREATE INDEX "support_messages_recent" ON "support_messages" ("client_id","ip_hash","created_at");--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "support_conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "support_conversations_client" ON "support_conversations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "support_conversations_platform" ON "support_conversations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "support_messages_client" ON "support_messages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "support_messages_platform" ON "support_messages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
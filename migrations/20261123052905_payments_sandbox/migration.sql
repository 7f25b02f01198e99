CREATE TABLE "payments_sandbox_notices" (
	"id" text PRIMARY KEY,
	"account" text NOT NULL,
	"body" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments_sandbox_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payments_sandbox_objects" (
	"id" text PRIMARY KEY,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"data" jsonb NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments_sandbox_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "payments_sandbox_waiting" ON "payments_sandbox_notices" ("due_at","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_sandbox_key" ON "payments_sandbox_objects" ("account","kind","key") WHERE key <> '';--> statement-breakpoint
CREATE INDEX "payments_sandbox_of" ON "payments_sandbox_objects" ("account","kind","changed_at");--> statement-breakpoint
CREATE INDEX "payments_sandbox_due" ON "payments_sandbox_objects" ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE POLICY "payments_sandbox_notices_client" ON "payments_sandbox_notices" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "payments_sandbox_notices_platform" ON "payments_sandbox_notices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payments_sandbox_objects_client" ON "payments_sandbox_objects" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "payments_sandbox_objects_platform" ON "payments_sandbox_objects" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
CREATE TABLE "course_cohorts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"course_id" uuid NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	CONSTRAINT "course_cohorts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "course_cohorts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "course_grants" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	CONSTRAINT "course_grants_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "course_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "course_enrollments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"cohort_id" uuid,
	"enrolled_at" timestamp with time zone NOT NULL,
	"suspended_at" timestamp with time zone,
	"required_done" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	"last_active_at" timestamp with time zone,
	"inactive_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "course_enrollments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "course_enrollments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "course_sections" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"course_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "course_sections_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "course_sections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "course_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"course_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"outline" jsonb NOT NULL,
	"published_by" uuid,
	CONSTRAINT "course_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "course_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "courses" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"picture_id" uuid,
	"draft" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"is_fresh" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"lesson_count" integer DEFAULT 0 NOT NULL,
	"required_count" integer DEFAULT 0 NOT NULL,
	"minutes" integer DEFAULT 0 NOT NULL,
	"search" text NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "courses_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "courses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lessons" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"course_id" uuid NOT NULL,
	"section_id" uuid,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"is_required" boolean NOT NULL,
	"minutes" integer NOT NULL,
	"drip" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"number" integer NOT NULL,
	"video_id" uuid,
	"form_id" uuid,
	"appointment_id" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "lessons_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "lessons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "certificates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"number" text NOT NULL,
	"public_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"course" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"issued_on" date NOT NULL,
	"expires_on" date,
	"warned" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"expired_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "certificates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "certificates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lesson_comments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"lesson_id" uuid NOT NULL,
	"person_id" uuid,
	"user_id" uuid,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"parent_id" uuid,
	"key" uuid NOT NULL,
	CONSTRAINT "lesson_comments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "lesson_comments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lesson_notes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "lesson_notes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "lesson_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"unlock_at" timestamp with time zone,
	"unlocked_by" uuid,
	"opened_at" timestamp with time zone,
	"position_ms" integer DEFAULT 0 NOT NULL,
	"watched" int4multirange DEFAULT '{}' NOT NULL,
	"pinged_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"how" text,
	CONSTRAINT "lesson_progress_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "lesson_progress" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lesson_submissions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"file_id" uuid,
	"state" text DEFAULT 'submitted' NOT NULL,
	"feedback" text DEFAULT '' NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	CONSTRAINT "lesson_submissions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "lesson_submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"quiz" jsonb NOT NULL,
	"payload" jsonb DEFAULT '{}' NOT NULL,
	"ends_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"is_late" boolean DEFAULT false NOT NULL,
	"percent" integer,
	"is_passed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "quiz_attempts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "quiz_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "membership_offers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"interval" text,
	"times" integer,
	"plan_id" uuid,
	"code" text DEFAULT '' NOT NULL,
	"audience" text,
	"audience_id" uuid,
	"access_days" integer,
	"course_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "membership_offers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "membership_offers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "membership_orders" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"offer_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "membership_orders_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "membership_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "membership_sites" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"picture_id" uuid,
	"state" text DEFAULT 'draft' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "membership_sites_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "membership_sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "membership_site_courses" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"site_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "membership_site_courses_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "membership_site_courses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathway_people" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"pathway_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"mentor_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"announced_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "pathway_people_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathway_people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathway_signoffs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone,
	"signed_by" uuid,
	"signed_name" text DEFAULT '' NOT NULL,
	"signed_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "pathway_signoffs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathway_signoffs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathway_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"pathway_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"course_id" uuid,
	"removed_at" timestamp with time zone,
	CONSTRAINT "pathway_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathway_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pathways" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "pathways_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pathways" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "serving_assignments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"role_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"needs" text,
	CONSTRAINT "serving_assignments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "serving_assignments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "serving_roles" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"group_id" uuid,
	"course_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	CONSTRAINT "serving_roles_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "serving_roles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sale_plans" ADD COLUMN "times" integer;--> statement-breakpoint
ALTER TABLE "portal_links" ADD COLUMN "next" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "course_cohorts_name" ON "course_cohorts" ("client_id","course_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "course_grants_once" ON "course_grants" ("client_id","person_id","course_id","kind","source");--> statement-breakpoint
CREATE INDEX "course_grants_course" ON "course_grants" ("client_id","course_id","person_id");--> statement-breakpoint
CREATE INDEX "course_grants_source" ON "course_grants" ("client_id","source");--> statement-breakpoint
CREATE INDEX "course_grants_ending" ON "course_grants" ("client_id","expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "course_enrollments_current" ON "course_enrollments" ("client_id","course_id","person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "course_enrollments_person" ON "course_enrollments" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "course_enrollments_newest" ON "course_enrollments" ("client_id","course_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "course_enrollments_cohort" ON "course_enrollments" ("client_id","cohort_id");--> statement-breakpoint
CREATE INDEX "course_enrollments_idle" ON "course_enrollments" ("client_id","last_active_at") WHERE ended_at is null and completed_at is null and inactive_at is null;--> statement-breakpoint
CREATE INDEX "course_sections_of" ON "course_sections" ("client_id","course_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "course_versions_number" ON "course_versions" ("client_id","course_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_slug" ON "courses" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "courses_newest" ON "courses" ("client_id","id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin ("client_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_picture" ON "courses" ("client_id","picture_id");--> statement-breakpoint
CREATE INDEX "courses_deleted" ON "courses" ("client_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "lessons_of" ON "lessons" ("client_id","course_id","position");--> statement-breakpoint
CREATE INDEX "lessons_section" ON "lessons" ("client_id","section_id");--> statement-breakpoint
CREATE INDEX "lessons_video" ON "lessons" ("client_id","video_id") WHERE video_id is not null;--> statement-breakpoint
CREATE INDEX "lessons_form" ON "lessons" ("client_id","form_id") WHERE form_id is not null;--> statement-breakpoint
CREATE INDEX "lessons_appointment" ON "lessons" ("client_id","appointment_id") WHERE appointment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_enrollment" ON "certificates" ("client_id","enrollment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_number" ON "certificates" ("client_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_public" ON "certificates" ("public_id");--> statement-breakpoint
CREATE INDEX "certificates_person" ON "certificates" ("client_id","person_id","course_id");--> statement-breakpoint
CREATE INDEX "certificates_course" ON "certificates" ("client_id","course_id");--> statement-breakpoint
CREATE INDEX "certificates_ending" ON "certificates" ("client_id","expires_on") WHERE expires_on is not null and revoked_at is null and expired_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_comments_key" ON "lesson_comments" ("client_id","key");--> statement-breakpoint
CREATE INDEX "lesson_comments_of" ON "lesson_comments" ("client_id","lesson_id","id");--> statement-breakpoint
CREATE INDEX "lesson_comments_state" ON "lesson_comments" ("client_id","state","id");--> statement-breakpoint
CREATE INDEX "lesson_comments_person" ON "lesson_comments" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_notes_once" ON "lesson_notes" ("client_id","person_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_notes_lesson" ON "lesson_notes" ("client_id","lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_progress_once" ON "lesson_progress" ("client_id","enrollment_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_lesson" ON "lesson_progress" ("client_id","lesson_id","completed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_submissions_waiting" ON "lesson_submissions" ("client_id","enrollment_id","lesson_id") WHERE state = 'submitted';--> statement-breakpoint
CREATE INDEX "lesson_submissions_enrollment" ON "lesson_submissions" ("client_id","enrollment_id");--> statement-breakpoint
CREATE INDEX "lesson_submissions_state" ON "lesson_submissions" ("client_id","state","id");--> statement-breakpoint
CREATE INDEX "lesson_submissions_lesson" ON "lesson_submissions" ("client_id","lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_submissions_file" ON "lesson_submissions" ("client_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_attempts_number" ON "quiz_attempts" ("client_id","enrollment_id","lesson_id","number");--> statement-breakpoint
CREATE INDEX "quiz_attempts_lesson" ON "quiz_attempts" ("client_id","lesson_id");--> statement-breakpoint
CREATE INDEX "membership_offers_site" ON "membership_offers" ("client_id","site_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_orders_key" ON "membership_orders" ("client_id","key");--> statement-breakpoint
CREATE INDEX "membership_orders_offer" ON "membership_orders" ("client_id","offer_id");--> statement-breakpoint
CREATE INDEX "membership_orders_site" ON "membership_orders" ("client_id","site_id");--> statement-breakpoint
CREATE INDEX "membership_orders_person" ON "membership_orders" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "membership_orders_payer" ON "membership_orders" ("client_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_sites_slug" ON "membership_sites" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "membership_sites_picture" ON "membership_sites" ("client_id","picture_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_site_courses_once" ON "membership_site_courses" ("client_id","site_id","course_id");--> statement-breakpoint
CREATE INDEX "membership_site_courses_course" ON "membership_site_courses" ("client_id","course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pathway_people_current" ON "pathway_people" ("client_id","pathway_id","person_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "pathway_people_person" ON "pathway_people" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "pathway_people_newest" ON "pathway_people" ("client_id","pathway_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "pathway_signoffs_once" ON "pathway_signoffs" ("client_id","person_id","step_id");--> statement-breakpoint
CREATE INDEX "pathway_signoffs_step" ON "pathway_signoffs" ("client_id","step_id");--> statement-breakpoint
CREATE INDEX "pathway_signoffs_waiting" ON "pathway_signoffs" ("client_id","requested_at") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX "pathway_steps_of" ON "pathway_steps" ("client_id","pathway_id","position");--> statement-breakpoint
CREATE INDEX "pathway_steps_course" ON "pathway_steps" ("client_id","course_id") WHERE course_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pathways_slug" ON "pathways" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "pathways_deleted" ON "pathways" ("client_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "serving_assignments_once" ON "serving_assignments" ("client_id","role_id","appointment_id","person_id");--> statement-breakpoint
CREATE INDEX "serving_assignments_event" ON "serving_assignments" ("client_id","appointment_id");--> statement-breakpoint
CREATE INDEX "serving_assignments_person" ON "serving_assignments" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "serving_roles_group" ON "serving_roles" ("client_id","group_id");--> statement-breakpoint
ALTER TABLE "course_cohorts" ADD CONSTRAINT "course_cohorts_course" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_grants" ADD CONSTRAINT "course_grants_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_grants" ADD CONSTRAINT "course_grants_course_fk" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_enrollments" ADD CONSTRAINT "course_enrollments_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_enrollments" ADD CONSTRAINT "course_enrollments_course_fk" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_enrollments" ADD CONSTRAINT "course_enrollments_cohort_fk" FOREIGN KEY ("client_id","cohort_id") REFERENCES "course_cohorts"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_course" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_versions" ADD CONSTRAINT "course_versions_course" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_picture_fk" FOREIGN KEY ("client_id","picture_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_fk" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_fk" FOREIGN KEY ("client_id","section_id") REFERENCES "course_sections"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_comments" ADD CONSTRAINT "lesson_comments_lesson_fk" FOREIGN KEY ("client_id","lesson_id") REFERENCES "lessons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_comments" ADD CONSTRAINT "lesson_comments_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_notes" ADD CONSTRAINT "lesson_notes_lesson_fk" FOREIGN KEY ("client_id","lesson_id") REFERENCES "lessons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_enrollment_fk" FOREIGN KEY ("client_id","enrollment_id") REFERENCES "course_enrollments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_fk" FOREIGN KEY ("client_id","lesson_id") REFERENCES "lessons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_submissions" ADD CONSTRAINT "lesson_submissions_enrollment_fk" FOREIGN KEY ("client_id","enrollment_id") REFERENCES "course_enrollments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_submissions" ADD CONSTRAINT "lesson_submissions_lesson_fk" FOREIGN KEY ("client_id","lesson_id") REFERENCES "lessons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lesson_submissions" ADD CONSTRAINT "lesson_submissions_file_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_enrollment_fk" FOREIGN KEY ("client_id","enrollment_id") REFERENCES "course_enrollments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_lesson_fk" FOREIGN KEY ("client_id","lesson_id") REFERENCES "lessons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_offers" ADD CONSTRAINT "membership_offers_site_fk" FOREIGN KEY ("client_id","site_id") REFERENCES "membership_sites"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_orders" ADD CONSTRAINT "membership_orders_offer_fk" FOREIGN KEY ("client_id","offer_id") REFERENCES "membership_offers"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "membership_orders" ADD CONSTRAINT "membership_orders_site_fk" FOREIGN KEY ("client_id","site_id") REFERENCES "membership_sites"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "membership_orders" ADD CONSTRAINT "membership_orders_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_orders" ADD CONSTRAINT "membership_orders_payer_fk" FOREIGN KEY ("client_id","payer_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_sites" ADD CONSTRAINT "membership_sites_picture_fk" FOREIGN KEY ("client_id","picture_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "membership_site_courses" ADD CONSTRAINT "membership_site_courses_site" FOREIGN KEY ("client_id","site_id") REFERENCES "membership_sites"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "membership_site_courses" ADD CONSTRAINT "membership_site_courses_course_fk" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_people" ADD CONSTRAINT "pathway_people_pathway" FOREIGN KEY ("client_id","pathway_id") REFERENCES "pathways"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_people" ADD CONSTRAINT "pathway_people_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_signoffs" ADD CONSTRAINT "pathway_signoffs_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_signoffs" ADD CONSTRAINT "pathway_signoffs_step_fk" FOREIGN KEY ("client_id","step_id") REFERENCES "pathway_steps"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_steps" ADD CONSTRAINT "pathway_steps_pathway" FOREIGN KEY ("client_id","pathway_id") REFERENCES "pathways"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pathway_steps" ADD CONSTRAINT "pathway_steps_course_fk" FOREIGN KEY ("client_id","course_id") REFERENCES "courses"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "serving_assignments" ADD CONSTRAINT "serving_assignments_role" FOREIGN KEY ("client_id","role_id") REFERENCES "serving_roles"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "serving_assignments" ADD CONSTRAINT "serving_assignments_event_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "serving_assignments" ADD CONSTRAINT "serving_assignments_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "course_cohorts_client" ON "course_cohorts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "course_cohorts_platform" ON "course_cohorts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "course_grants_client" ON "course_grants" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "course_grants_platform" ON "course_grants" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "course_enrollments_client" ON "course_enrollments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "course_enrollments_platform" ON "course_enrollments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "course_sections_client" ON "course_sections" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "course_sections_platform" ON "course_sections" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "course_versions_client" ON "course_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "course_versions_platform" ON "course_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "courses_client" ON "courses" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "courses_platform" ON "courses" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lessons_client" ON "lessons" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "lessons_platform" ON "lessons" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "certificates_client" ON "certificates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "certificates_platform" ON "certificates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lesson_comments_client" ON "lesson_comments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "lesson_comments_platform" ON "lesson_comments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lesson_notes_client" ON "lesson_notes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "lesson_notes_platform" ON "lesson_notes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lesson_progress_client" ON "lesson_progress" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "lesson_progress_platform" ON "lesson_progress" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lesson_submissions_client" ON "lesson_submissions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "lesson_submissions_platform" ON "lesson_submissions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "quiz_attempts_client" ON "quiz_attempts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "quiz_attempts_platform" ON "quiz_attempts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "membership_offers_client" ON "membership_offers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "membership_offers_platform" ON "membership_offers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "membership_orders_client" ON "membership_orders" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "membership_orders_platform" ON "membership_orders" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "membership_sites_client" ON "membership_sites" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "membership_sites_platform" ON "membership_sites" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "membership_site_courses_client" ON "membership_site_courses" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "membership_site_courses_platform" ON "membership_site_courses" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathway_people_client" ON "pathway_people" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathway_people_platform" ON "pathway_people" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathway_signoffs_client" ON "pathway_signoffs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathway_signoffs_platform" ON "pathway_signoffs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathway_steps_client" ON "pathway_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathway_steps_platform" ON "pathway_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pathways_client" ON "pathways" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pathways_platform" ON "pathways" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "serving_assignments_client" ON "serving_assignments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "serving_assignments_platform" ON "serving_assignments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "serving_assignments_readable" ON "serving_assignments" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "serving_assignments_changeable" ON "serving_assignments" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "serving_assignments_deletable" ON "serving_assignments" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "serving_roles_client" ON "serving_roles" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "serving_roles_platform" ON "serving_roles" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);